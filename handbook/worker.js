/* Search of pages that are opened as files: browsers start no worker for them, so its script runs in a hidden frame. */
"use strict";

class FrameWorker extends EventTarget {
  constructor(address) {
    super();
    const frame = Object.assign(document.createElement("iframe"), { hidden: true, title: "search" });
    document.body.append(frame);
    this.inside = frame.contentWindow;
    this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    this.inside.importScripts = (...scripts) => Promise.all(scripts.map((script) => this.load(script)));
    this.ready = this.load(address);
  }

  load(address) {
    const script = this.inside.document.createElement("script");
    script.src = new URL(address, location.href);
    this.inside.document.body.append(script);
    return new Promise((done, failed) => {
      script.addEventListener("load", done);
      script.addEventListener("error", failed);
    });
  }

  postMessage(data) {
    this.ready.then(() => this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data })));
  }
}

if (location.protocol === "file:") window.Worker = FrameWorker;
