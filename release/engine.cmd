@"%~dp0runtime\node.exe" "%~dp0app\bin\engine.mjs" %*
