/* Boards of squares, hexagons and triangles: `rules_dsl/view/drawing/boards.py`. */

const CELL = 52, EDGE = 22, RADIUS = CELL / Math.sqrt(3), RIM = 3, PAD = 5, LEAST = 12.5, LARGEST = 34;

class Board {
  constructor(grid) { this.grid = grid; }

  kind(column, row) { return this.grid.shape === "triangles" ? ((column + row) % 2 === 0 ? "up" : "down") : this.grid.shape; }

  size() {
    const columns = this.grid.columns.length, rows = this.grid.rows.length;
    return {
      grid: () => [CELL * columns, CELL * rows],
      hexes: () => [CELL * (columns + (rows - 1) / 2), RADIUS * (1.5 * rows + 0.5)],
      triangles: () => [(CELL * (columns + 1)) / 2, CELL * 0.866 * rows],
    }[this.grid.shape]();
  }

  middle(column, row) {
    const below = this.grid.rows.length - 1 - row;
    return {
      grid: () => [CELL * (column + 0.5), CELL * (below + 0.5)],
      hexes: () => [CELL * (column + row / 2 + 0.5), RADIUS * (1.5 * below + 1)],
      triangles: () => [(CELL * (column + 1)) / 2, CELL * 0.866 * (below + (this.kind(column, row) === "up" ? 0.64 : 0.36))],
    }[this.grid.shape]();
  }

  corners(column, row) {
    const [x, y] = this.middle(column, row);
    return CORNERS[this.kind(column, row)].map(([across, down]) => [x + across, y + down]);
  }

  side(column, row, name) {
    const at = SIDES[this.kind(column, row)].indexOf(name);
    if (at < 0) return null;
    const corners = this.corners(column, row);
    return [...corners[at], ...corners[(at + 1) % corners.length]];
  }
}

function drawGrid(grid, width) {
  const board = new Board(grid), [wide, high] = board.size(), size = labelSize(wide + EDGE, width), names = drawNames(board, size), pad = names ? size + PAD : 0, edge = Math.max(EDGE, size + 9);
  const left = most([edge, ...grid.rows.map((label) => textWidth(label, size) + 10)]) + pad, top = (grid.caption ? LINE : RIM) + pad;
  const cells = inOrder(grid).map((cell) => drawCell(board, cell)).join(""), inside = `${cells}${drawBlocks(board)}${drawRegions(board)}${drawWalls(board)}${names}`;
  const labels = [...rowLabels(board, left, top, size), ...columnLabels(board, left, top + high + edge / 2 + 1, size)].join("");
  const caption = grid.caption ? writeText(left, LINE / 2, grid.caption, "soft") : "";
  return { width: left + wide + RIM + pad, height: top + high + edge + 2 + pad, body: caption + moved(left, top, inside) + labels };
}

const labelSize = (wide, width) => (width > 0 ? Math.max(SMALL, Math.min(LARGEST, (LEAST * (wide + SMALL)) / width)) : SMALL);

const inOrder = (grid) => [...grid.cells].sort((one, other) => other.row - one.row || one.column - other.column);

function drawCell(board, cell) {
  const { look } = cell, [x, y] = board.middle(cell.column, cell.row);
  const ground = board.grid.shape === "grid" ? box(x - CELL / 2, y - CELL / 2, CELL, CELL, painted(look.fill)) : polygon(board.corners(cell.column, cell.row), painted(look.fill));
  return place("cell", ground + drawContent(look, x, y, ROOM[board.grid.shape]), cell);
}

function rowLabels(board, left, top, size) {
  return board.grid.rows.map((label, row) => { const [x, y] = board.middle(0, row); return writeText(left + x - CELL / 2 - 7, top + y, label, "soft end", size); });
}

function columnLabels(board, left, y, size) {
  return board.grid.columns.map((label, column) => writeText(left + board.middle(column, 0)[0], y, label, "soft middle", size));
}

function blockOf(look) {
  const piece = look.pieces.find(isBlock);
  return piece ? `${piece.words.colour}|${piece.words.inscription}|${look.text}` : "";
}

function drawBlocks(board) {
  const cells = new Map(inOrder(board.grid).filter((cell) => blockOf(cell.look)).map((cell) => [`${cell.column},${cell.row}`, cell])), found = [];
  while (cells.size) found.push(drawBlock(board, takeBlock(cells, cells.keys().next().value)));
  return found.join("");
}

function takeBlock(cells, first) {
  const block = [], waiting = [first], kind = blockOf(cells.get(first).look);
  while (waiting.length) {
    const at = waiting.pop(), cell = cells.get(at);
    if (!cell || blockOf(cell.look) !== kind) continue;
    block.push(cell);
    cells.delete(at);
    for (const [across, up] of Object.values(STEPS.grid)) waiting.push(`${cell.column + across},${cell.row + up}`);
  }
  return block;
}

function drawBlock(board, block) {
  const columns = block.map((cell) => cell.column), rows = block.map((cell) => cell.row), wide = most(columns) - least(columns) + 1, high = most(rows) - least(rows) + 1;
  if (wide * high !== block.length) return block.map((cell) => blockBox(board, cell.look, cell.column, cell.row, 1, 1)).join("");
  return blockBox(board, block[0].look, least(columns), most(rows), wide, high);
}

function blockBox(board, look, column, row, wide, high) {
  const { words } = look.pieces.find(isBlock), [x, y] = board.middle(column, row), tint = colourOf(words.colour);
  const left = x - CELL / 2 + 4, top = y - CELL / 2 + 4, width = CELL * wide - 8, height = CELL * high - 8;
  const ground = box(left, top, width, height, `${painted(words.colour, "block")}${tint ? ` stroke="${tint.edge}"` : ""}`, 11);
  return `<g class="through">${ground}${drawWords({ text: words.inscription || look.text, fill: words.colour }, left + width / 2, top + height / 2, CELL * 0.7)}</g>`;
}

function drawRegions(board) {
  const regions = new Map(board.grid.cells.map((cell) => [`${cell.column},${cell.row}`, cell.look.region]));
  if (![...regions.values()].some((region) => region)) return "";
  return `<g class="region through">${inOrder(board.grid).flatMap((cell) => regionSides(board, cell, regions)).map((ends) => straight(ends, "")).join("")}</g>`;
}

function regionSides(board, cell, regions) {
  return Object.entries(STEPS[board.kind(cell.column, cell.row)]).flatMap(([name, [across, up]]) => {
    const [column, row] = [cell.column + across, cell.row + up], beyond = `${column},${row}`, other = regions.get(beyond) ?? "";
    const first = !regions.has(beyond) || cell.row > row || (cell.row === row && cell.column < column), ends = board.side(cell.column, cell.row, name);
    return other !== cell.look.region && first && ends ? [ends] : [];
  });
}

function drawWalls(board) {
  const found = inOrder(board.grid).flatMap((cell) => cell.look.walls.flatMap((wall) => {
    const tint = colourOf(wall.colour), style = tint ? `class="wall tint" stroke="${tint.fill}"` : 'class="wall"';
    return wall.sides.map((name) => board.side(cell.column, cell.row, name)).filter((ends) => ends).map((ends) => straight(ends, style));
  }));
  return found.length ? `<g class="through">${found.join("")}</g>` : "";
}

function drawNames(board, size) {
  return inOrder(board.grid).flatMap((cell) => cell.look.walls.filter((wall) => wall.inscription).map((wall) => drawName(board, cell, wall, size))).join("");
}

function drawName(board, cell, wall, size) {
  const [across, down] = outward(board, cell, wall);
  if (across === 0 && down === 0) return "";
  const reach = CELL / 2 + (across < -0.1 || down > 0.1 ? 2 * size + 4 : size + 1), [x, y] = board.middle(cell.column, cell.row), angle = edgeAngle(across, down);
  const words = writeText(0, 0, wall.inscription, "middle strong", [...wall.inscription].length === 1 ? size * 1.8 : size), turn = angle ? ` rotate(${num(angle)})` : "";
  return `<g class="through" transform="translate(${num(x + across * reach)} ${num(y + down * reach)})${turn}">${words}</g>`;
}

function outward(board, cell, wall) {
  const sides = wall.sides.map((name) => board.side(cell.column, cell.row, name)).filter((ends) => ends), [x, y] = board.middle(cell.column, cell.row);
  const across = summed(sides.map(([x1, , x2]) => (x1 + x2) / 2 - x)), down = summed(sides.map(([, y1, , y2]) => (y1 + y2) / 2 - y)), length = Math.sqrt(across * across + down * down);
  return length > 0.001 ? [across / length, down / length] : [0, 0];
}

function edgeAngle(across, down) {
  if (Math.abs(across) < 0.1 || Math.abs(down) < 0.1) return 0;
  return ((down < 0 ? Math.atan2(across, -down) : Math.atan2(-across, down)) * 180) / Math.PI;
}
