import { strFromU8, strToU8 } from 'fflate'

const END = '%%EOF'

/** A PDF form as far as the fake fills it in: each text is a comment of its own before the end. */
export function fillPdf(bytes: Uint8Array, text: string): Uint8Array {
  const pdf = strFromU8(bytes, true)
  const at = pdf.lastIndexOf(END)
  if (at < 0) throw new Error('This is no .pdf')
  return strToU8(`${pdf.slice(0, at)}%field ${encodeURIComponent(text)}\n${pdf.slice(at)}`, true)
}

export const pdfTexts = (bytes: Uint8Array): string[] =>
  [...strFromU8(bytes, true).matchAll(/^%(?:field|print) (\S+)$/gm)].map(([, text]) =>
    decodeURIComponent(text!)
  )

/** What was filled in stands on the page; there are no fields any more. */
export const printPdf = (bytes: Uint8Array): Uint8Array =>
  strToU8(strFromU8(bytes, true).replaceAll(/^%field /gm, '%print '), true)

export const isPdf = (bytes: Uint8Array): boolean => {
  const pdf = strFromU8(bytes, true)
  return pdf.startsWith('%PDF-') && pdf.includes(END)
}
