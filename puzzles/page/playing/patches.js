/* Texts told as what differs from the first one (patches.py). */

function patched(first, pieces) {
  return pieces.map((piece) => (typeof piece === "string" ? piece : first.slice(piece[0], piece[0] + piece[1]))).join("");
}
