/* Networks: `rules_dsl/view/drawing/networks.py`. */

const TOWN = 9, PIECE = 30, NEAREST = 84, ROOMY = 600, TOWN_MARGIN = 26, STEP = 15, CROSSING = 3, COVERING = 20;

function drawNetwork(network, width) {
  const points = townPoints(network.towns, width), lines = network.links.map((link) => drawLink(link, points[link.one], points[link.other])).join("");
  const labels = labelBoxes(network, points), towns = network.towns.map((town, at) => drawTown(town, points[at], labels[at]));
  const right = most([0, ...points.map(([x]) => x + TOWN_MARGIN), ...labels.map((label) => label[2])]);
  const bottom = most([0, ...points.map(([, y]) => y + TOWN_MARGIN), ...labels.map((label) => label[3] + 4)]);
  return { width: right, height: bottom, body: lines + towns.join("") };
}

function townPoints(towns, width) {
  if (!towns.length) return [];
  const xs = towns.map(({ x }) => x), ys = towns.map(({ y }) => y), unit = networkUnit(towns.map(({ x, y }) => [x, y]), width);
  const left = TOWN_MARGIN + most([...towns.map((town) => halfLabel(town) - (town.x - least(xs)) * unit), 0]);
  return towns.map(({ x, y }) => [left + (x - least(xs)) * unit, TOWN_MARGIN + (y - least(ys)) * unit]);
}

const halfLabel = ({ look }) => most(look.text.split("\n").map((each) => textWidth(each, SMALL))) / 2;

function networkUnit(places, width) {
  const gaps = places.flatMap(([x, y], at) => places.slice(at + 1).filter(([u, v]) => x !== u || y !== v).map(([u, v]) => Math.sqrt((x - u) * (x - u) + (y - v) * (y - v))));
  const across = most(places.map(([x]) => x)) - least(places.map(([x]) => x)), unit = gaps.length ? NEAREST / least(gaps) : 1;
  return across ? Math.min(unit, (Math.max(width, ROOMY) - 4 * TOWN_MARGIN) / across) : unit;
}

function drawLink(link, one, other) {
  const ends = [...one, ...other], tint = colourOf(link.line.colour), paint = tint ? ` stroke="${tint.fill}"` : "", own = tint ? "link tint" : "link";
  const sign = drawSign(link, [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]);
  switch (link.line.kind) {
    case "rail": return straight(ends, `class="${own}"${paint} stroke-width="9"`) + straight(ends, 'class="sleepers"') + sign;
    case "canal": return straight(ends, `class="${own}"${paint} stroke-width="9"`) + straight(ends, 'class="water"') + sign;
    case "trail": return straight(ends, `class="${own} trail"${paint} stroke-width="3"`) + sign;
    default: return straight(ends, `class="${own}"${paint} stroke-width="5"`) + sign;
  }
}

function drawSign(link, [x, y]) {
  const text = link.look.text.trim();
  if (!text) return "";
  const ground = `<ellipse class="ground edged" cx="${num(x)}" cy="${num(y)}" rx="${num(Math.max(9, textWidth(text, 12) / 2 + 3))}" ry="9"/>`;
  return ground + writeLines(x, y, [text], "middle", 12);
}

function drawTown(town, [x, y], label) {
  const { look } = town, standing = lyingWords(look);
  const dot = `<circle ${painted(look.fill, "ground town")} cx="${num(x)}" cy="${num(y)}" r="${num(standing.length ? PIECE / 2 : TOWN)}"/>`;
  const pieces = standing.map((words) => drawPiece(words, x, y, PIECE)).join(""), below = drawRow(countedWords(look), x, y + TOWN + 1, COUNTED);
  return place("town", dot + pieces + below + writeLines((label[0] + label[2]) / 2, label[1] + STEP / 2, look.text.split("\n"), "middle halo", SMALL, STEP), town);
}

function labelBoxes(network, points) {
  const taken = network.towns.map((town, at) => townBox(town, points[at])), ends = network.links.map((link) => [...points[link.one], ...points[link.other]]), found = [];
  network.towns.forEach((town, number) => {
    const places = labelPlaces(town, points[number]), costs = places.map((each, at) => labelCost(each, [...taken, ...found], ends) + 0.1 * at);
    found.push(places[costs.indexOf(least(costs))]);
  });
  return found;
}

function townBox({ look }, [x, y]) {
  const reach = lyingWords(look).length ? PIECE / 2 : TOWN, counted = (countedWords(look).length * COUNTED) / 2;
  return [x - Math.max(reach, counted), y - reach, x + Math.max(reach, counted), y + reach + (counted ? COUNTED : 0)];
}

function labelPlaces(town, point) {
  const lines = town.look.text.split("\n"), wide = most(lines.map((each) => textWidth(each, SMALL))), high = STEP * lines.length;
  const [left, top, right, bottom] = townBox(town, point), [x, y] = point;
  return [
    [right + 3, y - high / 2], [left - 3 - wide, y - high / 2], [x - wide / 2, top - 2 - high], [x - wide / 2, bottom + 2],
    [right, top - high + 4], [right, bottom - 4], [left - wide, top - high + 4], [left - wide, bottom - 4],
  ].map(([u, v]) => [u, v, u + wide, v + high]);
}

function labelCost(label, taken, ends) {
  const outside = label[0] < 0 || label[1] < 0 ? COVERING : 0;
  return outside + COVERING * taken.filter((each) => overlap(label, each)).length + CROSSING * ends.filter((each) => crosses(label, each)).length;
}

const overlap = (one, other) => one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];

function crosses(label, [x1, y1, x2, y2]) {
  for (let at = 0; at <= 16; at++) {
    const x = x1 + ((x2 - x1) * at) / 16, y = y1 + ((y2 - y1) * at) / 16;
    if (label[0] <= x && x <= label[2] && label[1] <= y && y <= label[3]) return true;
  }
  return false;
}
