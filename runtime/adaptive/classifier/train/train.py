#!/usr/bin/env python3
"""Trains the network that classifies windows of accesses, and writes its weights.

    train.py                writes ../Weights.def and the samples of the unit test
    train.py --check        trains anew, and fails unless each window of the test set has the
                            classes that the weights that are there give it
    train.py --confusion    prints what the weights that are there make of unseen streams

Needs numpy and scikit-learn (pip install scikit-learn).
"""

import argparse
import pathlib
import re
import sys
import textwrap
import warnings

import numpy
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

import streams
from features import features

HERE = pathlib.Path(__file__).resolve().parent
WEIGHTS = HERE.parent / "Weights.def"
SAMPLES = HERE.parents[3] / "test/unit/adaptive/classifier/samples.def"

SEED = 1996
TRAINING, TESTING = 48000, 8000  # windows
TEST_SEED = 2026
LENGTHS = (10, 10, 10, 10, 6, 8, 12, 16, 32, 64)
HIDDEN = 24
PASSES = 80
SAMPLE_WINDOWS = 64
LABELS = [label for category in streams.CATEGORIES for label in category]
# The first output of each category, and the first of none.
BEGINS = numpy.cumsum([0] + [len(category) for category in streams.CATEGORIES])


def data(seed, number, lengths=(10,)):
    """Windows, their features, and the outputs that they should have."""
    windows, rows, wanted = [], [], []
    for window, classes in streams.windows(seed, number, lengths):
        windows.append(window)
        rows.append(features(window))
        row = numpy.zeros(len(LABELS))
        for begin, category, name in zip(BEGINS, streams.CATEGORIES, classes):
            row[begin + category.index(name)] = 1
        wanted.append(row)
    return windows, numpy.array(rows), numpy.array(wanted)


def classes_of(outputs):
    """One class of each category, by number."""
    return numpy.stack([outputs[:, a:b].argmax(axis=1) for a, b in zip(BEGINS, BEGINS[1:])], axis=1)


def train():
    warnings.filterwarnings("ignore", category=ConvergenceWarning)  # PASSES are enough
    _, rows, wanted = data(SEED, TRAINING, LENGTHS)
    network = MLPClassifier((HIDDEN,), alpha=1e-5, batch_size=256, learning_rate_init=3e-3,
                            max_iter=PASSES, n_iter_no_change=PASSES, random_state=SEED)
    return network.fit(rows, wanted)


def layers_of(network):
    """(weights, biases) of each layer, rounded as in the table."""
    return [(numpy.vectorize(rounded)(w), numpy.vectorize(rounded)(b))
            for w, b in zip(network.coefs_, network.intercepts_)]


def rounded(value):
    """Units that learn nothing have weights near 0."""
    return float(f"{value:.6g}") if abs(value) > 1e-6 else 0.0


def literal(value, digits=6):
    text = f"{value:.{digits}g}"
    return text + ("f" if "." in text or "e" in text else ".0f")


def literals(values, digits=6):
    return ", ".join(literal(value, digits) for value in values)


def outputs_of(layers, rows):
    """The network's outputs before the logistic function."""
    (w1, b1), (w2, b2) = layers
    return numpy.maximum(rows @ w1 + b1, 0) @ w2 + b2


def array(name, values):
    """The definition of an array of one or two dimensions."""
    rows = ["{" + literals(row) + "}" for row in numpy.atleast_2d(values)]
    size = "".join(f"[{n}]" for n in values.shape)
    body = rows[0] if values.ndim == 1 else "{" + ", ".join(rows) + "}"
    return "\n".join(textwrap.wrap(f"constexpr float {name}{size} = {body};", 100, subsequent_indent="    ")) + "\n"


def weights_text(layers):
    (w1, b1), (w2, b2) = layers
    lines = "// Made by train/train.py. A row is what comes into one unit.\n"
    return lines + array("HiddenWeights", w1.T) + array("HiddenBiases", b1) + array("OutputWeights", w2.T) + array("OutputBiases", b2)


def stored_layers():
    """Of the table that is there."""
    text = WEIGHTS.read_text()
    found = {}
    for name, body in re.findall(r"constexpr float (\w+)(?:\[\d+\])+ =(.*?);\n", text, re.S):
        rows = [[float(v) for v in re.findall(r"[-+.\de]+(?=f)", row)] for row in re.findall(r"\{([^{}]+)\}", body)]
        found[name] = numpy.array(rows)
    return [(found["HiddenWeights"].T, found["HiddenBiases"][0]), (found["OutputWeights"].T, found["OutputBiases"][0])]


def samples_text(network):
    windows, rows, _ = data(TEST_SEED, SAMPLE_WINDOWS)
    chances = network.predict_proba(rows)
    text = "// Made by train/train.py: the accesses, their features, and the library's outputs.\n"
    for window, row, chance in zip(windows, rows, chances):
        accesses = ", ".join(f"{{{offset}, {size}, {str(bool(write)).lower()}}}" for offset, size, write in window)
        text += f"{{{{{{{accesses}}}}},\n {{{literals(row, 7)}}},\n {{{literals(chance, 5)}}}}},\n"
    return text


def print_confusion(right, given):
    """Rows are what the streams are, columns what the network says."""
    all_right = (right == given).all(axis=1).mean()
    for number, category in enumerate(streams.CATEGORIES):
        print("| | " + " | ".join(category) + " |\n|---" + "|---" * len(category) + "|")
        for row, name in enumerate(category):
            of = given[right[:, number] == row, number]
            print(f"| {name} | " + " | ".join(str((of == c).sum()) for c in range(len(category))) + " |")
        print(f"\n{100 * (right[:, number] == given[:, number]).mean():.2f} % right\n")
    print(f"all three right: {100 * all_right:.2f} %")
    return all_right


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--confusion", action="store_true")
    args = parser.parse_args()
    _, rows, wanted = data(TEST_SEED, TESTING)
    if args.confusion:
        print_confusion(classes_of(wanted), classes_of(outputs_of(stored_layers(), rows)))
        return
    network = train()
    layers = layers_of(network)
    if args.check:
        same = classes_of(outputs_of(layers, rows)) == classes_of(outputs_of(stored_layers(), rows))
        print(f"{(~same.all(axis=1)).sum()} of {len(rows)} windows have other classes")
        sys.exit(not same.all())
    WEIGHTS.write_text(weights_text(layers))
    SAMPLES.parent.mkdir(parents=True, exist_ok=True)
    SAMPLES.write_text(samples_text(network))
    print_confusion(classes_of(wanted), classes_of(outputs_of(layers, rows)))


if __name__ == "__main__":
    main()
