import { contentTypes, relationships, xml, type Parts } from './parts.js'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

const body = xml(`<w:document xmlns:w="${WORD}"><w:body>
  <w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr></w:p>
  <w:sectPr>
    <w:pgSz w:w="11906" w:h="16838"/>
    <w:pgMar w:top="1134" w:right="850" w:bottom="1134" w:left="1701" w:header="709" w:footer="709" w:gutter="0"/>
  </w:sectPr>
</w:body></w:document>`)

const styles = xml(`<w:styles xmlns:w="${WORD}">
  <w:docDefaults>
    <w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="SimSun" w:cs="Arial"/><w:sz w:val="22"/></w:rPr></w:rPrDefault>
    <w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault>
  </w:docDefaults>
  <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
</w:styles>`)

export const wordParts: Parts = {
  '[Content_Types].xml': contentTypes({
    'word/document.xml': `${TYPE}.document.main+xml`,
    'word/styles.xml': `${TYPE}.styles+xml`,
  }),
  '_rels/.rels': relationships([['officeDocument', 'word/document.xml']]),
  'word/document.xml': body,
  'word/_rels/document.xml.rels': relationships([['styles', 'styles.xml']]),
  'word/styles.xml': styles,
}
