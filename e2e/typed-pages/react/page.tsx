import 'server-vote/define';
import { useRef, useState } from 'react';
import type { ServerVoteElement, VoteCastEvent } from 'server-vote';

/** Every attribute and event, a reference to the element, and what React itself gives to all elements. */
export function VoteButton({ player, hidesCount }: { player?: string; hidesCount: boolean }) {
  const element = useRef<ServerVoteElement>(null);
  const [votes, setVotes] = useState<number | null>(null);
  const thank = (event: VoteCastEvent) => setVotes(event.votes);
  return (
    <section>
      <server-vote
        ref={element}
        key="vote"
        className="big"
        style={{ width: 320 }}
        site="site_4k2m"
        endpoint="/server-vote"
        server="aurora"
        server-id="an id"
        server-name="Aurora"
        lang="de"
        theme="dark"
        size="large"
        variant="card"
        countdown="text"
        hide-count={hidesCount}
        loading="lazy"
        username={player}
        ask-username
        onserver-vote-ready={({ votes }) => setVotes(votes)}
        onserver-vote-before={(event) => event.preventDefault()}
        onserver-vote-cast={thank}
        onserver-vote-refused={({ code }) => console.log(code)}
        onserver-vote-error={({ code, detail }) => console.log(code, detail)}
        onserver-vote-statechange={({ state, previous }) => console.log(state, previous)}
      >
        <a href="https://votes.example.com/s/site_4k2m/aurora">Vote</a>
      </server-vote>
      <button type="button" onClick={() => void element.current?.vote()}>
        {votes}
      </button>
    </section>
  );
}
