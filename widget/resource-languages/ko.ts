import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  '다운로드',
  '좋아요',
  '업데이트',
  '생성',
  '크기',
  '태그',
  '인증됨',
  '추천',
  '불러오는 중',
  '찾을 수 없어요',
  '아직 아무것도 없어요',
  '불러오지 못했어요',
  '오프라인이에요',
  '설정되지 않았어요',
  '다시 시도',
  '이전',
  '다음',
  '{} / {} 페이지',
];
