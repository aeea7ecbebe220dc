import type { Messages } from '../shared/messages.ts';

export const messages: Messages = [
  'Pilih',
  'Mengirim suara',
  'Terima kasih',
  'Sudah memilih',
  'Jaringan sudah memilih',
  'lagi dalam {}',
  'Sedang sibuk',
  'mencoba lagi dalam {}',
  'Anda sedang luring',
  'dikirim saat kembali daring',
  'Gagal memilih',
  'tekan untuk coba lagi',
  'Belum diatur di sini',
  'Nama dalam gim',
  '1 sampai 64 karakter tampak',
  { other: 'suara' },
  '# jam;# menit;# detik;# j;# mnt;# dtk;# j;# mnt;# dtk',
];
