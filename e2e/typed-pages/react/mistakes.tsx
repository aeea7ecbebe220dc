import type { VoteRefusedEvent } from 'server-vote';

const refused = (event: VoteRefusedEvent) => console.log(event.code);

// Each line with a code is a mistake that the compiler has to find, by that code and on that line.
export const mistakes = [
  <server-vote key="1" site={4} />, // TS2322
  <server-vote key="2" variant="huge" />, // TS2322
  <server-vote key="3" hide-count="no" />, // TS2322
  <server-vote key="4" servr="aurora" />, // TS2322
  <server-vote key="5" onserver-vote-cast={refused} />, // TS2322
  <server-vote key="6" onserver-vote-cast={({ code }) => console.log(code)} />, // TS2339
  <server-votes key="7" />, // TS2339
];
