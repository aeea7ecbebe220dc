// The sheet goes first: the file compresses better where its longest text leads.
import './server-vote/server-vote.styles.ts';
import './define.ts';
