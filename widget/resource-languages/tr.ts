import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'İndirmeler',
  'Beğeniler',
  'Güncellendi',
  'Oluşturuldu',
  'Boyut',
  'Etiketler',
  'Doğrulanmış',
  'Öne çıkan',
  'Yükleniyor',
  'Bulunamadı',
  'Burada henüz bir şey yok',
  'Yüklenemedi',
  'Çevrimdışısın',
  'Burada kurulu değil',
  'Tekrar dene',
  'Önceki',
  'Sonraki',
  'Sayfa {} / {}',
];
