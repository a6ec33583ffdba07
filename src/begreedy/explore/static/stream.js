// Requests to the server: streams of messages, one per line, and single answers.

export class Refused extends Error {
  constructor(faults) {
    super(faults.map((fault) => fault.message).join("; "));
    this.faults = faults;
  }
}

const LOST = "the connection to the server was lost before the end; is it still running?";

// A stream that broke off: what had come until then stays.
export class Lost extends Refused {
  constructor(message = LOST) { super([{ part: "", field: "", message }]); }
}

async function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused([{ part: "", field: "", message: "the server does not answer; is it still running?" }]);
  }
  if (answer.ok) return answer;
  let told;
  try { told = await answer.json(); } catch { told = {}; }
  throw new Refused(told.faults ?? [{ part: "", field: "", message: `the server answered ${answer.status}` }]);
}

export async function ask(path, body, signal) {
  return (await post(path, body, signal)).json();
}

// What is about no part of the setting breaks off what had begun.
function refusal(faults, begun) {
  return begun && !faults[0].part ? new Lost(faults[0].message) : new Refused(faults);
}

// Calls receive(message) for every message; ends with the one that says done, throws what the server refused.
export async function stream(path, body, signal, receive) {
  const answer = await post(path, body, signal);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let [whole, begun] = [false, false];
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      throw error.name === "AbortError" ? error : new Lost();
    });
    if (done && !whole) throw new Lost();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.type === "refused") throw refusal(message.faults, begun);
      begun = true;
      whole = message.type === "done";
      receive(message);
    }
  }
}
