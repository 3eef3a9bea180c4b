import { contentTypes, DRAWING, OFFICE, relationships, xml, type Parts } from './parts.js'
import { theme } from './slide_theme.js'

const PRESENTATION = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.presentationml'
const NAMESPACES = `xmlns:a="${DRAWING}" xmlns:r="${OFFICE}" xmlns:p="${PRESENTATION}"`

const emptyTree = `<p:spTree>
  <p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>
  <p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>
</p:spTree>`

const presentation = xml(`<p:presentation ${NAMESPACES}>
  <p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>
  <p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst>
  <p:sldSz cx="12192000" cy="6858000"/>
  <p:notesSz cx="6858000" cy="9144000"/>
</p:presentation>`)

const master = xml(`<p:sldMaster ${NAMESPACES}>
  <p:cSld><p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill><a:effectLst/></p:bgPr></p:bg>${emptyTree}</p:cSld>
  <p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>
  <p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst>
  <p:txStyles><p:titleStyle/><p:bodyStyle/><p:otherStyle/></p:txStyles>
</p:sldMaster>`)

const colourMap = '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>'

const layout = xml(`<p:sldLayout ${NAMESPACES} type="blank" preserve="1">
  <p:cSld name="Blank">${emptyTree}</p:cSld>${colourMap}
</p:sldLayout>`)

const slide = xml(`<p:sld ${NAMESPACES}><p:cSld>${emptyTree}</p:cSld>${colourMap}</p:sld>`)

export const slideParts: Parts = {
  '[Content_Types].xml': contentTypes({
    'ppt/presentation.xml': `${TYPE}.presentation.main+xml`,
    'ppt/slideMasters/slideMaster1.xml': `${TYPE}.slideMaster+xml`,
    'ppt/slideLayouts/slideLayout1.xml': `${TYPE}.slideLayout+xml`,
    'ppt/slides/slide1.xml': `${TYPE}.slide+xml`,
    'ppt/theme/theme1.xml': 'application/vnd.openxmlformats-officedocument.theme+xml',
  }),
  '_rels/.rels': relationships([['officeDocument', 'ppt/presentation.xml']]),
  'ppt/presentation.xml': presentation,
  'ppt/_rels/presentation.xml.rels': relationships([
    ['slideMaster', 'slideMasters/slideMaster1.xml'],
    ['slide', 'slides/slide1.xml'],
    ['theme', 'theme/theme1.xml'],
  ]),
  'ppt/slideMasters/slideMaster1.xml': master,
  'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationships([
    ['slideLayout', '../slideLayouts/slideLayout1.xml'],
    ['theme', '../theme/theme1.xml'],
  ]),
  'ppt/slideLayouts/slideLayout1.xml': layout,
  'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships([
    ['slideMaster', '../slideMasters/slideMaster1.xml'],
  ]),
  'ppt/slides/slide1.xml': slide,
  'ppt/slides/_rels/slide1.xml.rels': relationships([
    ['slideLayout', '../slideLayouts/slideLayout1.xml'],
  ]),
  'ppt/theme/theme1.xml': theme,
}
