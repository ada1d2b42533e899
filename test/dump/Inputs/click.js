// Runs the script of a page of foreslice-dump with as much of a browser as it
// needs, clicks a line of the slice, and prints what is to be seen.
const fs = require("fs");
const vm = require("vm");

class Element {
  constructor() {
    this.children = []; this.text = ""; this.dataset = {}; this.handlers = {}; this.names = new Set();
    this.classList = {add: n => this.names.add(n), remove: n => this.names.delete(n)};
  }
  set className(name) { this.names = new Set(name.split(" ")); }
  set textContent(text) { this.text = String(text); this.children = []; }
  get textContent() { return this.text + this.children.map(c => c.textContent).join(" "); }
  append(...nodes) { this.children.push(...nodes); }
  replaceChildren(...nodes) { this.text = ""; this.children = nodes; }
  addEventListener(name, handler) { this.handlers[name] = handler; }
  all() { return [this, ...this.children.flatMap(c => c.all())]; }
}

const ids = {};
const byId = id => ids[id] ||= new Element();
const document = {
  createElement: () => new Element(),
  getElementById: byId,
  querySelectorAll: selector => Object.values(ids).flatMap(e => e.all()).filter(e =>
    selector.startsWith(".") ? e.names.has(selector.slice(1))
      : selector === `[data-at="${e.dataset.at}"]`),
};
const page = fs.readFileSync(process.argv[2], "utf8");
vm.runInNewContext(/<script>([^]*)<\/script>/.exec(page)[1], {document});

const lines = id => byId(id).children.filter(c => c.dataset.at);
const print = (id, line) => {
  const [mark, number, text] = line.children.map(c => c.text);
  console.log(`${id}: ${number}: ${mark} ${text.trim()}`);
};
byId("summary").children.forEach(c => console.log("summary: " + c.textContent));
for (const id of ["source", "slice"]) lines(id).forEach(line => print(id, line));
lines("slice").find(c => c.dataset.at.endsWith(":" + process.argv[3])).handlers.click();
byId("why").children.forEach(c => console.log("why: " + c.textContent));
if (!document.querySelectorAll(".way").length) throw new Error("nothing is highlighted");
