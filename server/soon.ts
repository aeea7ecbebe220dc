/** What memory has as it is, else the promise of it: each promise on the way of a request is felt by an answer from memory. */
export type Soon<Value> = Promise<Value> | Value;

/** What is made of it, in this turn where it is there. */
export function mapSoon<Value, Made>(soon: Soon<Value>, make: (value: Value) => Soon<Made>): Soon<Made> {
  return soon instanceof Promise ? soon.then(make) : make(soon);
}

/** Does something with it, in this turn where it is there; `fail` is told of what goes wrong later. What goes wrong now is thrown. */
export function withSoon<Value>(soon: Soon<Value>, use: (value: Value) => void, fail: (error: unknown) => void): void {
  if (soon instanceof Promise) soon.then(use).catch(fail);
  else use(soon);
}
