// The policy of this page already lets no vote leave it. Nothing is even tried.
addEventListener('server-vote-before', (event) => event.preventDefault(), true);

// Where titles lead is on somebody else's website.
addEventListener('click', (event) => {
  if (event.composedPath().some(({ localName }) => localName === 'a')) event.preventDefault();
});
