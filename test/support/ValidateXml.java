// Validates XML files against an XML schema. Prints a line for each fault: file, line, message.
import java.io.File;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXParseException;

class ValidateXml {
  /** The arguments: the schema, then the files. */
  public static void main(String[] paths) throws Exception {
    SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    factory.setProperty(XMLConstants.ACCESS_EXTERNAL_SCHEMA, "file");
    Validator validator = factory.newSchema(new File(paths[0])).newValidator();
    for (int i = 1; i < paths.length; i++) {
      String name = new File(paths[i]).getName();
      validator.setErrorHandler(new ErrorHandler() {
        public void warning(SAXParseException fault) { print(fault); }
        public void error(SAXParseException fault) { print(fault); }
        public void fatalError(SAXParseException fault) throws SAXParseException { print(fault); throw fault; }
        private void print(SAXParseException fault) {
          System.out.println(name + ":" + fault.getLineNumber() + " " + fault.getMessage());
        }
      });
      try {
        validator.validate(new StreamSource(new File(paths[i])));
      } catch (SAXParseException alreadyPrinted) {
        // The next file may be well-formed.
      }
    }
  }
}
