import type { Plugin } from 'vite';

/** A piece of lit-html as its published file spells it, and what takes its place. `…` stands for anything in between. */
type Cut = readonly [piece: string, instead: string];

/** Directives: bindings here are values. */
const DIRECTIVES: readonly Cut[] = [
  ['function M(t,i,s=t,e){…}class R{', 'class R{'],
  ['_$AI(t,i=this){t=M(this,t,i),a(t)?', '_$AI(t){a(t)?'],
  [',E=Symbol.for("lit-noChange")', ''],
  ['E as noChange,', ''],
  ['t!==this._$AH&&t!==E&&this._(t)', 't!==this._$AH&&this._(t)'],
];

/** Attributes of several expressions, or of text and expressions: each here has one expression. */
const MIXED_ATTRIBUTES: readonly Cut[] = [
  [',s.length>2||""!==s[0]||""!==s[1]?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=A', ''],
  ['_$AI(t,i=this,s,e){const h=this.strings;…o&&!e&&this.j(t)}', '_$AI(t){t!==this._$AH&&(this._$AH=t,this.j(t))}'],
  ['void 0!==s&&(void 0!==s.strings?(s._$AI(t,s,i),i+=s.strings.length-2):s._$AI(t[i])),i++', 's._$AI(t[i++])'],
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
  ['else{let t=-1;for(;-1!==(t=r.data.indexOf(o,t+1));)d.push({type:7,index:l}),t+=o.length-1}', ''],
];

/** What a template may be made of else: comments, tags that are bindings, values of attributes in single quotes. */
const MARKUP: readonly Cut[] = [
  ['/<(?:(!--|\\/[^a-zA-Z])|(\\/?[a-zA-Z][^>\\s]*)|(\\/?$))/g', '/<\\/?[a-z][^>\\s]*/g'],
  ['c===v?"!--"===u[1]?…:c===p?', 'c===v?c=p:c===p?'],
  ['(c=n??v,d=-1):void 0===u[1]?d=-2:', '(c=v,d=-1):'],
  ["'\"'===u[3]?$:g", '$'],
  [':c===$||c===g?c=p:c===_||c===m?c=v:(c=p,n=void 0)', ':c=p'],
  [',e=[];let n,l=', ',e=[];let l='],
  ['s+o+(-2===d?i:x)', 's+o+x'],
];

/** Templates of SVG and MathML alone, and such as a compiler has made. */
const TEMPLATES: readonly Cut[] = [
  ['l=2===i?"<svg>":3===i?"<math>":"",', 'l="",'],
  ['+(2===i?"</svg>":3===i?"</math>":"")', ''],
  [
    'if(this.el=S.createElement(f,e),P.currentNode=this.el.content,2===i||3===i){…}for(;',
    'for(this.el=S.createElement(f),P.currentNode=this.el.content;',
  ],
  ['{strings:t,_$litType$:i},e){let r;', '{strings:t}){let r;'],
  ['const{values:i,_$litType$:s}=t,e="number"==typeof s?…,s);', 'const{values:i}=t,e=this._$AC(t);'],
];

/** Values that are nodes, or lists other than arrays; listeners that are objects, come and go, or have options. */
const VALUES: readonly Cut[] = [
  [
    'void 0!==t._$litType$?this.$(t):void 0!==t.nodeType?this.T(t):d(t)?this.k(t):this._(t)',
    'u(t)?this.k(t):this.$(t)',
  ],
  [
    '_$AI(t,i=this){if((t=M(this,t,i,0)??A)===E)return;…this._$AH.handleEvent(t)}',
    '_$AI(t){this._$AH===A&&this.element.addEventListener(this.name,this),this._$AH=t}handleEvent(t){this._$AH(t)}',
  ],
];

/** News of connection, parents, options and kinds of parts, which only directives and other packages of Lit ask for. */
const REST: readonly Cut[] = [
  ['setConnected(t){void 0===this._$AM&&(this._$Cv=t,this._$AP?.(t))}', ''],
  [
    'for(this._$AP?.(!1,!0,s);t!==this._$AB;){const s=i(t).nextSibling;i(t).remove(),t=s}',
    'for(;t!==this._$AB;){const s=t.nextSibling;t.remove(),t=s}',
  ],
  ['get _$AU(){return this._$AM?._$AU??this._$Cv}', ''],
  [',this._$Cv=e?.isConnected??!0', ''],
  ['get parentNode(){let t=…}_$AI(t){a(t)', '_$AI(t){a(t)'],
  ['get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}', ''],
  ['get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}', ''],
  [
    'constructor(t,i){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=i}',
    'constructor(t){this._$AV=[],this._$AD=t}',
  ],
  [
    'constructor(t,i,s,e){this.type=2,this._$AH=A,this._$AN=void 0,this._$AA=t,this._$AB=i,this._$AM=s,this.options=e}',
    'constructor(t,i){this._$AH=A,this._$AA=t,this._$AB=i}',
  ],
  [
    'constructor(t,i,s,e,h){this.type=1,this._$AH=A,this._$AN=void 0,this.element=t,this.name=i,this._$AM=e,this.options=h}',
    'constructor(t,i){this._$AH=A,this.element=t,this.name=i}',
  ],
  ['constructor(){super(...arguments),this.type=3}', ''],
  ['constructor(t,i,s,e,h){super(t,i,s,e,h),this.type=5}', ''],
  ['i=new k(h,h.nextSibling,this,t)', 'i=new k(h,h.nextSibling)'],
  ['new r.ctor(h,r.name,r.strings,this,t)', 'new r.ctor(h,r.name)'],
  [
    'u(t){const{el:{content:i},parts:s}=this._$AD,e=(t?.creationScope??l).importNode',
    'u(){const{el:{content:i},parts:s}=this._$AD,e=l.importNode',
  ],
  ['const t=new R(e,this),s=t.u(this.options)', 'const t=new R(e),s=t.u()'],
  ['new k(this.O(c()),this.O(c()),this,this.options)', 'new k(this.O(c()),this.O(c()))'],
  [
    'const D=(t,i,s)=>{…};export',
    'const D=(t,i)=>{(i._$litPart$??=new k(i.insertBefore(c(),null),null))._$AI(t)};export',
  ],
  ['name:e[2],strings:s,ctor:', 'name:e[2],ctor:'],
  ['const i=v[a++],s=r.getAttribute(t).split(o),e=', 'const i=v[a++],e='],
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
  return [...PLACES, ...MARKUP, ...TEMPLATES, ...VALUES, ...DIRECTIVES, ...MIXED_ATTRIBUTES, ...REST].reduce(
    (text, [piece, instead]) => {
      const pattern = new RegExp(piece.split('…').map(escapePattern).join('[^]*?'), 'g');
      if (text.match(pattern)?.length !== 1) throw new Error(`lit-html is not as it was: ${piece}`);
      return text.replace(pattern, () => instead);
    },
    code,
  );
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
