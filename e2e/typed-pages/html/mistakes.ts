import 'server-vote/define';
import { ServerVoteElement } from 'server-vote';

// Each line with a code is a mistake that the compiler has to find, by that code and on that line.
const element = document.createElement('server-vote');
element.state = 'ready'; // TS2540
element.votes.toFixed(0); // TS18047
if (element.state === 'finished') console.log(element); // TS2367
element.vote('Mirelle'); // TS2554
element.addEventListener('server-vote-cast', (event) => event.code); // TS2339
document.addEventListener('server-vote-statechange', (event) => event.state.votes); // TS2339
const next: Date = element.nextVoteAt; // TS2322
console.log(next, ServerVoteElement.edition); // TS2339
