/* Unpacks the program of the page, which is most of it, and runs it: its hash is in the content policy. */

function bytesOf(text) { return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)); }

async function inflated(name) {
  const packed = bytesOf(document.getElementById(name).textContent.trim());
  if (!packed.length) return packed;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

inflated("program").then((bytes) => {
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(bytes);
  document.body.append(script);
});
