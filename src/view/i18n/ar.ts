import type { Texts } from './texts.js'

/** Arabic. */
export const texts: Texts = {
  connectTo: 'الاتصال بـ {0}',
  close: 'إغلاق',
  install: 'تثبيت {0}',
  newTab: 'يُفتح في علامة تبويب جديدة',
  noWallet: 'لم يتم العثور على محفظة',
  noWalletHint:
    'المحفظة تطبيق أو إضافة متصفح تحفظ حساباتك وتسألك قبل توقيع أي شيء. ثبّت واحدة ثم أعد تحميل هذه الصفحة.',
  sharedIdentity: 'توجد هنا محفظة أخرى بالمعرّف نفسه',
  opening: 'جارٍ فتح {0}',
  continueIn: 'تابع في {0}',
  approve: 'وافق على الطلب في محفظتك.',
  stillWaiting: 'ما زلنا ننتظر. قد يكون الطلب خلف هذه النافذة، أو قد تكون محفظتك مقفلة.',
  cancel: 'إلغاء',
  failed: 'تعذّر الاتصال',
  tryAgain: 'إعادة المحاولة',
  back: 'رجوع',
  connecting: 'جارٍ الاتصال…',
  account: 'الحساب',
  copyAddress: 'نسخ العنوان',
  copied: 'تم النسخ',
  copyBlocked: 'النسخ محظور هنا. حدّد العنوان أعلاه وانسخه.',
  network: 'تبديل الشبكة',
  confirm: 'أكّد في محفظتك',
  noUpdates: 'تظهر التغييرات في هذه المحفظة هنا بعد إعادة التحميل.',
  another: 'ربط محفظة أخرى',
  disconnect: 'قطع اتصال {0}',
}
