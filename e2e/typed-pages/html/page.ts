import 'server-vote/define';
import { ServerVoteElement, type VoteCastEvent, type VoteStatus } from 'server-vote';

const element = document.createElement('server-vote');
element.setAttribute('site', 'site_4k2m');
await element.ready;
const status: VoteStatus = element.state;
const next: Date | null = element.nextVoteAt;
const votes: number | null = element.votes;
const isCounted: boolean = element.canVote && (await element.vote());
await element.refresh();

element.addEventListener('server-vote-cast', (event) => {
  const cast: VoteCastEvent = event;
  const name: string | undefined = cast.username;
  console.log(cast.votes?.toFixed(0), cast.nextVoteAt?.getTime(), name);
});
document.addEventListener('server-vote-before', (event) => event.preventDefault());
document.addEventListener('server-vote-statechange', ({ state, previous }) => console.log(state === 'voted', previous));
document.addEventListener('server-vote-error', ({ code, detail }) => console.log(code === 'server_not_found', detail));
document.addEventListener('server-vote-ready', ({ votes }) => console.log(votes));
document.addEventListener('server-vote-refused', ({ code }) => console.log(code === 'already_voted'));

const found: ServerVoteElement | null = document.querySelector('server-vote');
const version: string = ServerVoteElement.version;
console.log(status, next, votes, isCounted, found instanceof ServerVoteElement, version);
