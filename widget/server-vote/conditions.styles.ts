/** Motion, and colours that the system forces. */
export const conditions = /* css */ `
.voted .icon {
  animation: pop 0.3s;
}
@keyframes turn {
  to {
    rotate: 1turn;
  }
}
@keyframes pop {
  0% {
    scale: 0;
  }
  60% {
    scale: 1.4;
  }
}
@media (prefers-reduced-motion) {
  .icon {
    animation: none !important;
  }
}
@media (forced-colors: active) {
  [aria-disabled='true'],
  [aria-disabled='true'] * {
    border-color: GrayText;
    color: GrayText;
  }
  .bar::before {
    background: Highlight;
    forced-color-adjust: none;
  }
}
`;
