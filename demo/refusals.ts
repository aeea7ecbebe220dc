/** Counts on the page what its policy refuses, and lets the visitor see that it does. */
export function countRefusals(root: ParentNode): void {
  const tally = root.querySelector<HTMLOutputElement>('#refused');
  const offend = root.querySelector<HTMLButtonElement>('#offend');
  if (tally === null || offend === null) return;
  let refused = 0;
  document.addEventListener('securitypolicyviolation', () => {
    refused += 1;
    tally.value = String(refused);
  });
  offend.addEventListener('click', () => offend.setAttribute('style', 'color: red'));
}
