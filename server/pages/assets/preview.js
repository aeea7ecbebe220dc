// The policy of this page already lets no vote leave it. Nothing is even tried.
addEventListener('server-vote-before', (event) => event.preventDefault(), true);
