/* The course of a search: best line found and bound over time. */

const WIDE = 340, HIGH = 200, LEFT = 44, BOTTOM = 30, TOP = 12, RIGHT = 10;

function courseOf(events, status) {
  const known = events.filter((event) => typeof event.value === "number" && Number.isFinite(event.value));
  if (!known.length) return null;
  const end = Math.max(...known.map((event) => event.seconds), 0.001);
  const found = known.filter((event) => event.kind === "found"), bounds = nearBounds(found, known.filter((event) => event.kind === "bound"));
  const all = [...found, ...bounds].map((event) => event.value), low = Math.min(...all), high = Math.max(...all), span = high - low || 1;
  const x = (seconds) => LEFT + seconds / end * (WIDE - LEFT - RIGHT), y = (value) => TOP + (high - value) / span * (HIGH - TOP - BOTTOM);
  const label = `${say("time")}: ${[...found, ...bounds].map((event) => `${say(event.kind)} ${event.value}, ${event.seconds.toFixed(1)} s`).slice(-6).join("; ")}`;
  return element("figure", { class: "course" },
    element("figcaption", {}, found.length ? element("span", { class: "key found" }, say("found")) : null, bounds.length ? element("span", { class: "key bound" }, say("bound")) : null, element("span", { class: "status" }, status)),
    drawing("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
      gridLines(low, high, x, y, end), stairs(bounds, "bound", x, y, end), stairs(found, "found", x, y, end)));
}

/** Bounds that are so far off that the line would be flat are left out. */
function nearBounds(found, bounds) {
  if (!found.length || !bounds.length) return bounds;
  const best = found.at(-1).value, spread = Math.max(10, ...found.map((event) => Math.abs(event.value - best))) * 4;
  const near = bounds.filter((event) => Math.abs(event.value - best) <= spread);
  return near;
}

function gridLines(low, high, x, y, end) {
  const values = [...new Set([low, Math.round((low + high) / 2), high])], times = [0, end / 2, end], digits = end < 1 ? 3 : 1;
  return [
    ...values.map((value) => drawing("line", { class: "rule", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) })),
    ...values.map((value) => drawing("text", { class: "tick", x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, String(value))),
    ...times.map((time, at) => drawing("text", { class: "tick", x: x(time), y: HIGH - 10, "text-anchor": at === 2 ? "end" : at ? "middle" : "start" }, at === 2 ? `${time.toFixed(digits)} ${say("seconds")}` : time.toFixed(digits))),
  ];
}

function stairs(events, name, x, y, end) {
  if (!events.length) return [];
  let path = `M ${x(events[0].seconds)} ${y(events[0].value)}`;
  for (const event of events.slice(1)) path += ` H ${x(event.seconds)} V ${y(event.value)}`;
  const dots = events.map((event) => drawing("circle", { class: name, cx: x(event.seconds), cy: y(event.value), r: 3.5 }));
  return [drawing("path", { class: name, d: `${path} H ${x(end)}` }), ...dots];
}
