/** What stage-song.woff2 carries; written by scripts/stage-fonts.ts. */
export const stageCharacters =
  '、。一七三不中九了事二五交人今付件作你來信做八公六到創包匙十口品員商單四回在增天好子完定審尋對已帳店庫影後成我扇打找把探提搜收放文新日易是最會月有本材核椅標款歡沒照燈片理留發的益相票稽空站等簿紀素索網編者臺舞著藏處表裡要解言訂記設貼賺蹤輯迎近追這過還都錄錢鎖鑰門開閱頁領首，？'
