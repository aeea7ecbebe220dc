import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  'הורדות',
  'לייקים',
  'עודכן',
  'נוצר',
  'גודל',
  'תגיות',
  'מאומת',
  'מומלץ',
  'טוען',
  'לא נמצא',
  'אין כאן עדיין כלום',
  'הטעינה נכשלה',
  'אין חיבור',
  'לא הוגדר כאן',
  'לנסות שוב',
  'הקודם',
  'הבא',
  'עמוד {} מתוך {}',
];
