/* Dragging on boards: what is taken up is chosen, where it is put down is chosen next. */

const FAR_ENOUGH = 6;

Page.prototype.mayDrag = function (place) {
  return Boolean(this.choosing && this.mayChoose && !this.choosing.chance && place.look.pieces.length && this.choosing.fitting(place, null));
};

Page.prototype.startDrag = function (event, node) {
  if (event.button || !this.mayDrag(node.place)) return;
  const from = [event.clientX, event.clientY], box = node.getBoundingClientRect();
  let ghost = null;
  const move = (later) => {
    const by = [later.clientX - from[0], later.clientY - from[1]];
    if (!ghost && Math.hypot(...by) < FAR_ENOUGH) return;
    if (!ghost) ghost = this.takeUp(node, box);
    if (ghost) { ghost.style.translate = `${by[0]}px ${by[1]}px`; later.preventDefault(); }
  };
  const stop = (later) => {
    for (const [name, handler] of [["pointermove", move], ["pointerup", stop], ["pointercancel", stop]]) document.removeEventListener(name, handler);
    if (ghost) this.putDown(ghost, later);
  };
  for (const [name, handler] of [["pointermove", move], ["pointerup", stop], ["pointercancel", stop]]) document.addEventListener(name, handler);
};

/** The copy under the finger; null where to take it up would be the whole move. */
Page.prototype.takeUp = function (node, box) {
  const svg = node.ownerSVGElement.cloneNode(false), bounds = node.getBBox();
  svg.setAttribute("viewBox", `${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`);
  svg.replaceChildren(...[...node.querySelectorAll(".piece")].map((piece) => piece.cloneNode(true)));
  Object.assign(svg.style, { width: "100%", height: "100%" });
  const ghost = element("div", { class: "ghost" }, svg);
  Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  if (!this.takes(node.place)) return null;
  document.body.append(ghost);
  return ghost;
};

/** Chooses what is dragged, unless it is chosen already or would be the whole move. */
Page.prototype.takes = function (place) {
  const { choosing } = this;
  if (choosing.trail.length && choosing.marks()(place).includes("picked")) return true;
  choosing.reset();
  if (!choosing.touch(place, null)) return false;
  if (choosing.settled) { choosing.reset(); return false; }
  this.draw();
  return true;
};

Page.prototype.putDown = function (ghost, event) {
  ghost.remove();
  const target = event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY)?.closest(".place") : null;
  if (target?.place && !this.choosing.marks()(target.place).includes("picked")) this.putOn(target.place);
  else this.deselect();
};

Page.prototype.putOn = function (place) {
  const { choosing } = this, chosen = choosing.trail.length;
  this.touch(place);
  if (this.choosing === choosing && choosing.trail.length <= chosen) { choosing.reset(); this.draw(); }
  this.dropped = true;
  setTimeout(() => { this.dropped = false; }, 0);
};
