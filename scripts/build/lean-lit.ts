import type { Plugin } from 'vite';

/** A piece of lit-html as its published file spells it, and what takes its place. `…` stands for anything in between. */
type Cut = readonly [piece: string, instead: string];

/** Directives: bindings here are values. */
const DIRECTIVES: readonly Cut[] = [
  ['function M(t,i,s=t,e){…}class R{', 'class R{'],
  ['_$AI(t,i=this){t=M(this,t,i),a(t)?', '_$AI(t,i=this){a(t)?'],
  ['(t=M(this,t,i,0)??A)===E', '(t??=A)===E'],
];

/** Attributes of several expressions, or of text and expressions: each here has one expression. */
const MIXED_ATTRIBUTES: readonly Cut[] = [
  [',s.length>2||""!==s[0]||""!==s[1]?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=A', ''],
  ['this._$AH=A,this._$AN=void 0,this.element=t', 'this._$AH=A,this.element=t'],
  ['const h=this.strings;let o=!1;…o&&!e&&this.j(t)', 'let o=!a(t)||t!==this._$AH&&t!==E;o&&(this._$AH=t,this.j(t))'],
  ['void 0!==s&&(void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):s._$AI(t[i])),i++', 's._$AI(t[i]),i++'],
];

/** `?attribute`, bindings of elements, in comments, and in scripts, styles, titles and text areas. */
const PLACES: readonly Cut[] = [
  ['class L extends H{…}class z', 'class z'],
  ['class Z{…const D=', 'const D='],
  ['export{j as _$LH,', 'export{'],
  ['"?"===e[1]?L:', ''],
  [':1===r.type?i=new r.ctor', ':i=new r.ctor'],
  [':6===r.type&&(i=new Z(h,this,t))', ''],
  ['else t.startsWith(o)&&(d.push({type:6,index:l}),r.removeAttribute(t))', ''],
  ['if(y.test(r.tagName)){…}}else if(8===r.nodeType)', '}else if(8===r.nodeType)'],
  ['(y.test(u[2])&&(n=RegExp("</"+u[2],"g")),c=p)', 'c=p'],
  ['else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}', ''],
];

/** Templates of SVG and MathML alone, and news of connection, which only directives take. */
const REST: readonly Cut[] = [
  [',l=2===i?"<svg>":3===i?"<math>":"",', ',l="",'],
  ['+(2===i?"</svg>":3===i?"</math>":"")', ''],
  [
    'if(this.el=S.createElement(f,e),P.currentNode=this.el.content,2===i||3===i){…}for(;',
    'for(this.el=S.createElement(f,e),P.currentNode=this.el.content;',
  ],
  ['setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}', ''],
  ['for(this._$AP?.(!1,!0,s);t!==this._$AB;)', 'for(;t!==this._$AB;)'],
  ['get _$AU(){return this._$AM?._$AU??this._$Cv}', ''],
  [',this._$Cv=e?.isConnected??!0', ''],
  ['get startNode(){return this._$AA}get endNode(){return this._$AB}', ''],
  ['get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}', ''],
  [
    'get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}',
    'get parentNode(){return this._$AM.parentNode}',
  ],
];

/**
 * Leaves out of lit-html what the templates of these elements never use, a quarter of it. Each cut has to be found exactly
 * once: another version of lit-html stops the build, and its file has to be read again.
 */
export function leanLit(): Plugin {
  return {
    name: 'lean-lit',
    transform: (code, id) => (id.endsWith('/lit-html/lit-html.js') ? trimLit(code) : null),
  };
}

/** @throws Error where a piece is not there, or there more than once. */
export function trimLit(code: string): string {
  return [...DIRECTIVES, ...MIXED_ATTRIBUTES, ...PLACES, ...REST].reduce((text, [piece, instead]) => {
    const pattern = new RegExp(piece.split('…').map(escapePattern).join('[^]*?'), 'g');
    if (text.match(pattern)?.length !== 1) throw new Error(`lit-html is not as it was: ${piece}`);
    return text.replace(pattern, () => instead);
  }, code);
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
