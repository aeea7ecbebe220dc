import { type DemoSite, serverAt } from './demo.ts';
import { renderDemoPage, renderWidget } from './demo-layout.ts';

const ARABIC = 'واحة-النجوم';
const HEBREW = 'עמק-הדבש';

/** `/demo/right-to-left`: a page in Arabic, with a part in Hebrew and one in English. */
export function renderRightToLeftPage({ site, servers }: DemoSite): string {
  const named = (slug: string, index: number) =>
    servers.find((server) => server.slug === slug) ?? serverAt(servers, index);
  const [arabic, hebrew] = [named(ARABIC, 0), named(HEBREW, 1)];
  return renderDemoPage({
    title: 'Right to left',
    path: '/demo/right-to-left',
    lang: 'ar',
    dir: 'rtl',
    main: `<section class="band">
<h1>من اليمين إلى اليسار</h1>
<p class="lead">يأخذ الزر لغته واتجاهه من الصفحة نفسها: الكلمات والأرقام ومدة الانتظار كلها بالعربية، ولا حاجة إلى أي إعداد.</p>
<div class="row-of">
${renderWidget(site, arabic, 'variant="card" size="large"')}
${renderWidget(site, serverAt(servers, 2))}
${renderWidget(site, serverAt(servers, 3), 'variant="compact"')}
</div>
</section>
<section class="band" lang="he" dir="rtl" aria-labelledby="hebrew">
<h2 id="hebrew" class="part">ובעברית</h2>
<p class="lead">אותו רכיב, בחלק של הדף שנכתב בעברית.</p>
<div class="row-of">
${renderWidget(site, hebrew, 'variant="card"')}
${renderWidget(site, serverAt(servers, 4), 'countdown="text"')}
</div>
</section>
<section class="band" lang="en" dir="ltr" aria-labelledby="english">
<h2 id="english" class="part">And a part in English</h2>
<p class="lead">Language and direction are those of the closest <code>lang</code> and <code>dir</code>; the element is told nothing.</p>
<div class="row-of">
${renderWidget(site, serverAt(servers, 5))}
</div>
</section>`,
  });
}
