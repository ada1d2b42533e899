//===- BuiltInPolicy.h - the rules of FORESLICE_POLICY=auto ---------------===//
//
// The qualitative rules of tables 4 and 5 of Madhyastha, Elford and Reed 1996,
// with thresholds for storage that nobody has measured. foreslice-calibrate
// writes the same rules with the thresholds of a machine.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_BUILTINPOLICY_H
#define FORESLICE_ADAPTIVE_POLICY_BUILTINPOLICY_H

namespace foreslice {

inline constexpr const char BuiltInPolicy[] =
    R"toml(# Rules by which sensors change the policy of a process.
# The first rule whose conditions hold, and that changes anything, counts.
settle = 1

[start]
prefetch_pages = 64

[conditions]
large_server_times = { sensor = "server_time", above = 1000 }
moderate_server_times = { sensor = "server_time", above = 200, up_to = 1000 }
many_read_requests = { sensor = "read_rate", above = 40 }
poor_read_service_times = { sensor = "read_time", above = 1000 }
manageable_byte_throughput = { sensor = "byte_rate", up_to = 2000 }
storage_saturated = { sensor = "queue_share", above = 0.6 }
enough_ahead = { sensor = "lead", above = 2 }
high_hit_ratio = { sensor = "hit_ratio", above = 0.9 }
low_hit_ratio = { sensor = "hit_ratio", up_to = 0.1 }
wasteful = { sensor = "waste_ratio", above = 0.5 }
fetched_is_used = { sensor = "lead", above = 0 }

[[rule]]
name = "pages are wasted"
when = ["wasteful"]
set = { prefetch_times = 0.5 }

[[rule]]
name = "too much is read to be cached"
when = ["not manageable_byte_throughput", "low_hit_ratio"]
set = { cache_times = 0.5, prefetch_times = 0.5 }

[[rule]]
name = "large server times"
when = ["large_server_times", "many_read_requests", "fetched_is_used", "not enough_ahead", "not storage_saturated"]
set = { prefetch_times = 4 }

[[rule]]
name = "moderate server times"
when = ["moderate_server_times", "many_read_requests", "fetched_is_used", "not enough_ahead", "not storage_saturated"]
set = { prefetch_times = 2 }

[[rule]]
name = "poor read times"
when = ["poor_read_service_times", "manageable_byte_throughput", "not high_hit_ratio", "fetched_is_used", "not enough_ahead", "not storage_saturated"]
set = { cache_times = 2, prefetch_times = 2 }
)toml";

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_BUILTINPOLICY_H
