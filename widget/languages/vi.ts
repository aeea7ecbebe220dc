import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Bình chọn',
  'Đang bình chọn',
  'Cảm ơn bạn',
  'Bạn đã bình chọn',
  'Mạng này đã bình chọn',
  'lại sau {}',
  'Đang bận',
  'thử lại sau {}',
  'Bạn đang ngoại tuyến',
  'sẽ gửi khi có mạng',
  'Chưa bình chọn được',
  'nhấn để thử lại',
  'Chưa thiết lập ở đây',
  'Tên trong trò chơi',
  '1 đến 64 ký tự nhìn thấy được',
  { other: 'phiếu' },
  '# giờ;# phút;# giây;# giờ;# phút;# giây;# giờ;# phút;# giây',
];
