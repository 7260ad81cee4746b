declare module 'pdfkit/standard-fonts/*' {
  const metrics: unknown;
  export default metrics;
}
