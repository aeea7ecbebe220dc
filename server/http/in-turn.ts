import type { RequestHandler } from 'express';

/** The handlers one after the other, as a route runs them: what one throws or passes on is for whoever answers errors. */
export function inTurn([first, ...rest]: readonly RequestHandler[]): RequestHandler {
  if (first === undefined) return (_req, _res, next) => next();
  const others = inTurn(rest);
  return (req, res, next) => {
    const goOn = (error?: unknown) => (error === undefined ? others(req, res, next) : next(error));
    try {
      return first(req, res, goOn);
    } catch (error) {
      return next(error);
    }
  };
}
