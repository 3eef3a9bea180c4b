/** Texts of the page about files, and of uploads everywhere. */
export const files = {
  'files.title': 'Files',
  'files.type': 'Type',
  'files.size': 'Size',
  'files.owner': 'Owner',
  'files.createdAt': 'Uploaded',
  'files.sha256': 'SHA-256',
  'files.download': 'Download',
  'files.noPreview': 'There is no preview of this file. Download it to see what is in it.',
  'files.unreadable': 'The image cannot be shown. Download it instead.',

  'uploads.choose': 'Upload',
  'uploads.title': 'Uploads',
  'uploads.drop': 'Drop files here to upload them',
  'uploads.waiting': 'Waiting',
  'uploads.done': 'Uploaded',
  'uploads.clear': 'Clear the list',
} as const
