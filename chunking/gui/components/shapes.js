// The marks of the reasons as drawn in the curve: corners around the middle, for a radius of one.

const SHAPES = {
  '▼': [[-1, -0.8], [1, -0.8], [0, 1]],
  '▽': [[-1, -0.8], [1, -0.8], [0, 1]],
  '▲': [[-1, 0.8], [1, 0.8], [0, -1]],
  '■': [[-0.85, -0.85], [0.85, -0.85], [0.85, 0.85], [-0.85, 0.85]],
  '▪': [[-0.55, -0.55], [0.55, -0.55], [0.55, 0.55], [-0.55, 0.55]],
  '◆': [[0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]],
  '◇': [[0, -1.15], [1.15, 0], [0, 1.15], [-1.15, 0]],
  '▬': [[-1.2, -0.45], [1.2, -0.45], [1.2, 0.45], [-1.2, 0.45]],
  '✚': [[-0.4, -1], [0.4, -1], [0.4, -0.4], [1, -0.4], [1, 0.4], [0.4, 0.4], [0.4, 1], [-0.4, 1], [-0.4, 0.4], [-1, 0.4], [-1, -0.4], [-0.4, -0.4]],
};

// Adds the shape of a glyph to a path: paths, and not letters, look the same with every font.
function addShape(path, glyph, x, y, radius) {
  const corners = SHAPES[glyph];
  if (!corners) {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
    return;
  }
  corners.forEach(([dx, dy], i) => (i ? path.lineTo(x + dx * radius, y + dy * radius) : path.moveTo(x + dx * radius, y + dy * radius)));
  path.closePath();
}
