import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Lượt tải',
  'Lượt thích',
  'Cập nhật',
  'Tạo',
  'Kích thước',
  'Thẻ',
  'Đã xác minh',
  'Nổi bật',
  'Đang tải',
  'Không tìm thấy',
  'Chưa có gì ở đây',
  'Không tải được',
  'Bạn đang ngoại tuyến',
  'Chưa thiết lập ở đây',
  'Thử lại',
  'Trước',
  'Sau',
  'Trang {} / {}',
];
