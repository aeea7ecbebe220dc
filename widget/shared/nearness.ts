/** How far from the screen an element is still left alone. */
const MARGIN = '300px';

/** Acts once when an element is nearly on the screen. @returns what stops the waiting. */
export function whenNear(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (seen) => {
      if (!seen.at(-1)?.isIntersecting) return;
      observer.disconnect();
      act();
    },
    { rootMargin: MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
