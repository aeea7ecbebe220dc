import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Oy ver',
  'Oy veriliyor',
  'Teşekkürler',
  'Oy verdin',
  'Ağından oy verildi',
  '{} sonra tekrar',
  'Şu an yoğun',
  '{} sonra denenecek',
  'Çevrimdışısın',
  'bağlanınca gönderilir',
  'Oy verilemedi',
  'denemek için bas',
  'Oylama burada kurulu değil',
  'Oyundaki adın',
  '1–64 görünür karakter',
  { one: 'oy', other: 'oy' },
  '# saat;# dakika;# saniye;# sa.;# dk.;# sn.;# sa|#s;#d;#sn',
];
