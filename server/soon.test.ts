import { expect, test, vi } from 'vitest';
import { mapSoon, withSoon } from './soon.ts';

test('what is there is worked on in this turn, and what goes wrong with it is thrown', () => {
  const [use, fail] = [vi.fn(), vi.fn()];
  withSoon(
    mapSoon(1, (value) => value + 1),
    use,
    fail,
  );
  expect(use.mock.calls).toEqual([[2]]);
  const refuse = () => {
    throw new Error('no');
  };
  expect(() => withSoon(1, refuse, fail)).toThrow('no');
  expect(fail).not.toHaveBeenCalled();
});

test('what is still to come is worked on then, and what goes wrong with it is told, however late', async () => {
  const [use, fail] = [vi.fn(), vi.fn()];
  const [lost, refused] = [new Error('lost'), new Error('refused')];
  const coming = mapSoon(Promise.resolve(1), (value) => value + 1);
  withSoon(coming, use, fail);
  expect(use).not.toHaveBeenCalled();
  withSoon(Promise.reject(lost), use, fail);
  withSoon(
    coming,
    () => {
      throw refused;
    },
    fail,
  );
  await vi.waitFor(() => expect(fail).toHaveBeenCalledTimes(2));
  expect(use.mock.calls).toEqual([[2]]);
  expect(new Set(fail.mock.calls.flat())).toEqual(new Set([lost, refused]));
});
