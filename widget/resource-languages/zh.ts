import type { ResourceMessages } from '../shared/resource-messages.ts';

export const messages: ResourceMessages = [
  '下载量',
  '点赞',
  '更新于',
  '创建于',
  '大小',
  '标签',
  '已认证',
  '精选',
  '加载中',
  '未找到',
  '这里还没有内容',
  '加载失败',
  '你已离线',
  '此处尚未设置',
  '重试',
  '上一页',
  '下一页',
  '第 {} 页，共 {} 页',
];
