// The sheet goes first, and what is shown in each state: the file compresses better where its longest texts lead.
import '../server-vote/server-vote.styles.ts';
import '../server-vote/face.ts';
import '../define.ts';
