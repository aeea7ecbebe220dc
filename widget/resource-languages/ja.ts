import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'ダウンロード',
  'いいね',
  '更新',
  '作成',
  'サイズ',
  'タグ',
  '認証済み',
  '注目',
  '読み込み中',
  '見つかりません',
  'まだ何もありません',
  '読み込めませんでした',
  'オフラインです',
  'ここでは使えません',
  '再試行',
  '前へ',
  '次へ',
  '{} / {} ページ',
];
