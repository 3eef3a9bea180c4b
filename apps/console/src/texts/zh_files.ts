import type { files as en } from './en_files'

export const files: Record<keyof typeof en, string> = {
  'files.title': '文件',
  'files.type': '类型',
  'files.size': '大小',
  'files.owner': '所有者',
  'files.createdAt': '上传时间',
  'files.sha256': 'SHA-256',
  'files.download': '下载',
  'files.noPreview': '此文件无法预览，请下载后查看。',
  'files.unreadable': '无法显示此图片，请下载后查看。',

  'uploads.choose': '上传',
  'uploads.title': '上传列表',
  'uploads.drop': '将文件拖放到此处上传',
  'uploads.waiting': '等待中',
  'uploads.done': '已上传',
  'uploads.clear': '清空列表',
}
