import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'Unduhan',
  'Suka',
  'Diperbarui',
  'Dibuat',
  'Ukuran',
  'Tag',
  'Terverifikasi',
  'Unggulan',
  'Memuat',
  'Tidak ditemukan',
  'Belum ada apa-apa',
  'Gagal memuat',
  'Anda sedang luring',
  'Belum diatur di sini',
  'Coba lagi',
  'Sebelumnya',
  'Berikutnya',
  'Halaman {} dari {}',
];
