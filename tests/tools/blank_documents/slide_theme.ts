import { DRAWING, xml } from './parts.js'

const COLOURS: [slot: string, colour: string][] = [
  ['dk1', '000000'],
  ['lt1', 'FFFFFF'],
  ['dk2', '44546A'],
  ['lt2', 'E7E6E6'],
  ['accent1', '4472C4'],
  ['accent2', 'ED7D31'],
  ['accent3', 'A5A5A5'],
  ['accent4', 'FFC000'],
  ['accent5', '5B9BD5'],
  ['accent6', '70AD47'],
  ['hlink', '0563C1'],
  ['folHlink', '954F72'],
]

const colours = COLOURS.map(
  ([slot, colour]) => `<a:${slot}><a:srgbClr val="${colour}"/></a:${slot}>`
).join('')

const font = (slot: string): string =>
  `<a:${slot}><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:${slot}>`

const placeholder = '<a:schemeClr val="phClr"/>'
const fill = `<a:solidFill>${placeholder}</a:solidFill>`
const line = `<a:ln w="6350">${fill}</a:ln>`
const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>'

/** The schema wants three of each style, be they alike. */
export const theme = xml(`<a:theme xmlns:a="${DRAWING}" name="Blank"><a:themeElements>
  <a:clrScheme name="Blank">${colours}</a:clrScheme>
  <a:fontScheme name="Blank">${font('majorFont')}${font('minorFont')}</a:fontScheme>
  <a:fmtScheme name="Blank">
    <a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst>
    <a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst>
    <a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst>
    <a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst>
  </a:fmtScheme>
</a:themeElements></a:theme>`)
