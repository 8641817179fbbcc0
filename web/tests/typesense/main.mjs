/* Runs the stand-in for a Typesense server until its standard input ends; the first line of its output is its address. */
import process from "node:process";
import { TypesenseDouble } from "./server.mjs";

const double = new TypesenseDouble();
const port = await double.listen(Number(process.argv[2] ?? "0"));
process.stdout.write(`http://127.0.0.1:${String(port)}\n`);
process.stdin.resume();
process.stdin.on("end", () => void double.close());
