/*
 * Searches the embedded index away from the page, which stays quick while someone types. It fetches only files of the
 * site itself and runs under a strict Content-Security-Policy.
 */
import { search } from "../engine/engine";
import { openIndex, type IndexFiles } from "../engine/index-files";
import type { SearchAnswer } from "../backend";
import type { WorkerReply, WorkerRequest } from "./protocol";

let address = "";
let opening: Promise<IndexFiles> | null = null;

function open(): Promise<IndexFiles> {
  if (opening === null) {
    const opened = openIndex(fetchRelative, address.slice(address.lastIndexOf("/") + 1));
    opening = opened;
    opened.catch(() => {
      if (opening === opened) opening = null;
    });
  }
  return opening;
}

async function fetchRelative(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(new URL(name, address));
  if (!response.ok) throw new Error(`${name}: ${String(response.status)}`);
  return new Uint8Array(await response.arrayBuffer());
}

async function answer(request: WorkerRequest): Promise<SearchAnswer | null> {
  if (request.kind === "open") {
    address = request.address;
    await open();
    return null;
  }
  return search(await open(), request.query);
}

addEventListener("message", ({ data }: MessageEvent<WorkerRequest>) => {
  const { id } = data;
  const reply = (message: WorkerReply) => {
    postMessage(message);
  };
  answer(data).then(
    (found) => {
      reply({ kind: "done", id, answer: found });
    },
    (error: unknown) => {
      reply({ kind: "failed", id, message: String(error) });
    },
  );
});
