import type { Texts } from '#kernel/languages/main'

const texts: Texts = {
  'Files on a disk or in a bucket, kept once per content':
    '存储在磁盘或存储桶中的文件，相同内容只保存一份',
  'Files': '文件',
  'List files': '查看文件列表',
  'See and download files': '查看和下载文件',
  'Upload files': '上传文件',
  'Delete files': '删除文件',
  'the storage of files': '文件存储',
  'The file is not of the type that its name says': '文件的实际类型与其名称不符',
  'The file is damaged, or packed in a way that is not accepted':
    '文件已损坏，或其压缩方式不受支持',
  'Your files take as much storage as one person may have; delete some of them first':
    '您的文件占用的存储空间已达个人上限；请先删除一些',
  'The file is in use; remove what refers to it first': '文件正在使用中；请先删除引用它的内容',
  'The content of this file is missing from the storage': '存储中缺少该文件的内容',
  'The file has no such part': '文件没有所请求的部分',
  'Too many of your downloads are waiting; try again in a moment': '您等待中的下载过多；请稍候再试',
  'The file is under a password; take that off in an office program first':
    '文件受密码保护；请先在办公软件中取消密码',
  'The file is named .{0} but its content is {1}': '文件的扩展名为 .{0}，但其内容是{1}',
  'something else': '其他类型',
  'Too many packages wait to be looked into; try again in a moment':
    '等待检查的压缩文件过多；请稍候再试',
  'The file has parts that lie over each other': '文件中有相互重叠的部分',
  'You have changed your picture as often as one may in a minute': '一分钟内更换头像的次数已达上限',
  'A picture is a PNG, JPEG, WebP or GIF file; this is none':
    '头像必须是 PNG、JPEG、WebP 或 GIF 文件；此文件不是',
  'Storage of one user': '单个用户的存储空间',
  'How much the files of one user may take, in bytes; 1073741824 is a gigabyte.':
    '单个用户的文件可占用的字节数；1073741824 为 1 GB。',
}

export default texts
